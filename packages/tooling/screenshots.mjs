// `npm run screenshots`: pictures of the screens, in apps/web/test-results/screens, and docs/screenshot.png.
import { main, prepare, run, runQuietly, say } from './bootstrap.mjs';
import { ensureBrowsers } from './browsers.mjs';

await main(async () => {
  const env = await prepare();
  await ensureBrowsers(env, ['chromium']);
  say('· building');
  await runQuietly(env, 'Building', 'turbo', [
    'run',
    'build',
    '@relato/db#generate',
    '--output-logs=errors-only',
  ]);
  return run(env, 'pnpm', [
    '--filter',
    '@relato/web',
    'exec',
    'playwright',
    'test',
    '--config',
    'playwright.screenshots.config.ts',
    ...process.argv.slice(2),
  ]);
});
