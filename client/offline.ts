/** Adds to the build a service worker that knows all files of this version, so that the games work without a network. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

const WORKER = 'sw.js'
/** Files that are never requested by name. */
const LEFT_OUT = new Set([WORKER, 'index.html'])

export function offline(source: string): Plugin {
  let folder = ''
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle() {
      const files = everyFile(folder)
      const version = createHash('sha256')
      for (const file of files) version.update(`${file}\0`).update(readFileSync(join(folder, file)))
      const wanted = files.filter((file) => !LEFT_OUT.has(file))
      const text = readFileSync(source, 'utf-8')
        .replace("'VERSION'", JSON.stringify(version.digest('hex').slice(0, 12)))
        .replace("['FILES']", JSON.stringify(wanted))
      writeFileSync(join(folder, WORKER), text)
    },
  }
}

function everyFile(folder: string, from = folder): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? everyFile(path, from) : [relative(from, path).split(sep).join('/')]
    })
    .filter((file) => file !== WORKER)
}
