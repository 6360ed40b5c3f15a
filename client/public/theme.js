// Runs before the first paint, so that a chosen theme never flashes.
try {
  const kept = JSON.parse(localStorage.getItem('allaboard.settings') ?? '{}')
  if (kept.theme && kept.theme !== 'auto') document.documentElement.dataset.theme = kept.theme
} catch {
  // A browser without storage keeps the system's theme.
}

// A script of the page that cannot be loaded must not leave it blank.
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) document.getElementById('failed')?.removeAttribute('hidden')
  },
  true,
)
