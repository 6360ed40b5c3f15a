/** Where we are: the address bar, as parts of a path and a query. */

let address = $state.raw(location.pathname + location.search)
let from = location.pathname

window.addEventListener('popstate', () => {
  address = location.pathname + location.search
})

export function path(): string[] {
  return (address.split('?')[0] ?? '/').split('/').filter(Boolean).map(decodeURIComponent)
}

export function query(name: string): string | null {
  return new URLSearchParams(address.split('?')[1] ?? '').get(name)
}

export function go(to: string, replace = false): void {
  if (to === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  address = to
  const page = location.pathname
  if (page !== from) window.scrollTo(0, 0)
  from = page
}

/** For a whole page of links: those within the house are followed without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a')
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api/')) return
  event.preventDefault()
  go(link.pathname + link.search)
}
