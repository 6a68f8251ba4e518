/** One project per folder of `test/`, so that `npm test` picks the quick ones and `test:long` the rest. */
import { defineConfig } from 'vitest/config';

const project = (name: string, options: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`], ...options },
});

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    /** Two cores: more workers only make the child processes of tests wait for each other. */
    maxWorkers: 2,
    projects: [
      project('unit'),
      project('migrations'),
      project('protocol', { testTimeout: 120_000, fileParallelism: false }),
      project('web', { testTimeout: 120_000, hookTimeout: 180_000, fileParallelism: false }),
      project('electron', { testTimeout: 60_000, fileParallelism: false }),
      project('models', { testTimeout: 900_000, hookTimeout: 1_800_000, fileParallelism: false }),
      project('long', { testTimeout: 1_800_000, hookTimeout: 600_000, fileParallelism: false }),
      project('shared-data', { testTimeout: 1_800_000, hookTimeout: 600_000, fileParallelism: false }),
    ],
  },
});
