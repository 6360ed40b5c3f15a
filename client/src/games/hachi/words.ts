/** What this game says. */

import { words } from '../../lib/i18n.svelte'
import type { Hachi } from './messages/keys'

export const t = words<Hachi>('hachi')
