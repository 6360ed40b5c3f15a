// Runs before the first paint, so that the page never flashes in another theme.
try {
  const kept = JSON.parse(localStorage.getItem('allaboard.settings') ?? '{}')
  if (kept.theme && kept.theme !== 'auto') document.documentElement.dataset.theme = kept.theme
} catch {
  // A browser without storage keeps the system's theme.
}

// If a script of the page cannot be loaded, the page must not stay blank.
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) document.getElementById('failed')?.removeAttribute('hidden')
  },
  true,
)
