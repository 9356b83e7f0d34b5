import { ModelError, SpeechSettingsError } from '@relato/speech';
import { SettingsError } from '../boot/env.ts';
import { runCommand } from '../boot/run-command.ts';
import { modelUsage, runModelCommand } from './model-commands.ts';

await runCommand({
  usage: modelUsage,
  run: runModelCommand,
  expected: [ModelError, SettingsError, SpeechSettingsError],
  stopped: 'Stopped. The same command continues there.',
});
