/** What this game says. */

import { words } from '../../lib/i18n.svelte'
import type { Miyajima } from './messages/keys'

export const t = words<Miyajima>('miyajima')
