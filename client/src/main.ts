import { mount } from 'svelte'
import './theme.css'
import './base.css'
import App from './App.svelte'
import { speak } from './lib/i18n.svelte'
import { settings } from './lib/settings.svelte'
import { keepOnDevice } from './lib/update.svelte'

await speak(settings.language)
mount(App, { target: document.getElementById('app')! })
keepOnDevice()
