import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { offline } from './offline'

const server = process.env.ALLABOARD_URL ?? 'http://127.0.0.1:8000'

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), offline('sw.js')],
  // Addresses of files are relative to the page, which may be served at any path. The server writes that path into the page.
  base: './',
  worker: { format: 'es' },
  // Vitest must take Svelte's browser build, not the one for servers.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  server: {
    // The games' sentences are beside their rules, in the Python package.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true }, '/health': server },
  },
  build: {
    // The wheel carries what is built here; harness.html is for development and is no input.
    outDir: '../src/allaboard/server/static',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first versions with light-dark()
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000, // a busy machine must not make tests fail
    css: { include: [/theme\.css/] },
  },
}))
