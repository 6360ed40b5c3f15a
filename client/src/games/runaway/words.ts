/** What this game says. */

import { words } from '../../lib/i18n.svelte'
import type { Runaway } from './messages/keys'

export const t = words<Runaway>('runaway')
