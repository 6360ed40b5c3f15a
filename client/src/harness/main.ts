import { mount } from 'svelte'
import '../theme.css'
import '../base.css'
import Harness from './Harness.svelte'

mount(Harness, { target: document.getElementById('app')! })
