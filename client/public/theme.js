// Runs before the first paint, so that a chosen theme never flashes.
try {
  const kept = JSON.parse(localStorage.getItem('allaboard.settings') ?? '{}')
  if (kept.theme && kept.theme !== 'auto') document.documentElement.dataset.theme = kept.theme
} catch {
  // A browser without storage keeps the system's theme.
}
