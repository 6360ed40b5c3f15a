/**
 * The core in Node, for tests and measurements:
 *
 *     node node.mjs FOLDER < JOB      plays the games of a job and prints their hashes, as trace.py does
 *
 * FOLDER is where `python -m allaboard.core` has put the files.
 */

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { open } from './jobs'
import { traces, type Job } from './trace'

const folder = process.argv[2]!
const job = JSON.parse(readFileSync(0, 'utf-8')) as Job
const core = await open(job.game, (file) => readFile(join(folder, file)))
for (const line of traces(core, job)) console.log(line)
