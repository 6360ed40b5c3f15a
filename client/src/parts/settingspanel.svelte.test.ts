import { mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api'
import { setLanguage } from '../lib/i18n.svelte'
import { change } from '../lib/settings.svelte'
import SettingsPanel from './SettingsPanel.svelte'

beforeEach(() => {
  vi.stubGlobal('isSecureContext', false) // plain http in a home network
  vi.spyOn(api, 'push').mockRejectedValue(new Error('no server'))
})
afterEach(() => {
  change({ notify: false })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

it('does not offer what this browser cannot do', async () => {
  await setLanguage('en')
  expect('wakeLock' in navigator).toBe(false)
  const panel = mount(SettingsPanel, { target: document.body })
  expect(document.body.textContent).toContain('Single-key shortcuts')
  expect(document.body.textContent).not.toContain('Keep the screen on')
  await unmount(panel)
})

it('does not say that it notifies if the browser does not allow it any more', async () => {
  await setLanguage('en')
  change({ notify: true })
  const panel = mount(SettingsPanel, { target: document.body })
  const box = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes('Show a notification'))!
  expect(box.querySelector('input')!.checked).toBe(false)
  expect(document.body.textContent).toContain('Notifications need https and a browser that allows them.')
  await unmount(panel)
})
