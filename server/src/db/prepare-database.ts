import { rm } from 'node:fs/promises'
import { createDatabase, EMPTY } from './create-database.ts'
import { findPrograms, runAs } from './programs.ts'

// scripts/setup.mjs runs this.
try {
  await rm(EMPTY, { recursive: true, force: true })
  await createDatabase(EMPTY, findPrograms(), runAs())
} catch {
  // The product's start reports it if PostgreSQL cannot run.
}
