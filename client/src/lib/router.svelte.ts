/** The current address, as parts of a path and a query. */

import { href, ROOT } from './root'

let address = $state.raw(here())
let from = location.pathname

window.addEventListener('popstate', () => {
  address = here()
})

/** The address within the application. */
function here(): string {
  const path = location.pathname
  return (path === ROOT || path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length) : path) + location.search
}

export function path(): string[] {
  return (address.split('?')[0] ?? '/').split('/').filter(Boolean).map(decodeURIComponent)
}

export function query(name: string): string | null {
  return new URLSearchParams(address.split('?')[1] ?? '').get(name)
}

export function go(to: string, replace = false): void {
  if (to === address && to === here()) return
  try {
    history[replace ? 'replaceState' : 'pushState'](null, '', href(to))
  } catch {
    // Safari refuses more than 100 changes in 30 s. The page works, but its address is not up to date for a while.
  }
  address = to
  const page = href(to.split('?')[0] ?? '/')
  if (page !== from) window.scrollTo(0, 0)
  from = page
}

/** Handles clicks on links: links within the application do not load the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a')
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (!link.pathname.startsWith(href('/')) || link.pathname.startsWith(href('/api/'))) return
  event.preventDefault()
  go(link.pathname.slice(ROOT.length) + link.search)
}
