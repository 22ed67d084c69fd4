import { configDefaults } from 'vitest/config'
import usual, { SLOW } from './vitest.config.ts'

/** The slow tests, for `npm run test:slow`. */
export default {
  test: { ...usual.test, include: [SLOW], exclude: configDefaults.exclude },
}
