import { mount } from 'svelte'
import './theme.css'
import './base.css'
import App from './App.svelte'
import { setLanguage, t } from './lib/i18n.svelte'
import { repairStyles } from './lib/loading'
import { notify } from './lib/notice.svelte'
import { settings } from './lib/settings.svelte'
import { keepOnDevice } from './lib/update.svelte'

repairStyles(() => notify(t('page-missing-why')))
try {
  try {
    await setLanguage(settings.language)
  } catch {
    await setLanguage(settings.language === 'en' ? 'ja' : 'en')
    notify(t('language-failed'))
  }
  mount(App, { target: document.getElementById('app')! })
  keepOnDevice()
} catch (error) {
  document.getElementById('failed')?.removeAttribute('hidden')
  throw error
}
