import { mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.svelte'
import SettingsPanel from './SettingsPanel.svelte'

afterEach(() => void vi.unstubAllGlobals())

it('does not offer what this browser cannot do', async () => {
  await setLanguage('en')
  vi.stubGlobal('isSecureContext', false) // plain http in a home network
  expect('wakeLock' in navigator).toBe(false)
  const panel = mount(SettingsPanel, { target: document.body })
  expect(document.body.textContent).toContain('Single-key shortcuts')
  expect(document.body.textContent).not.toContain('Keep the screen on')
  await unmount(panel)
})
