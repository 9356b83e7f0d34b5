import { ModelError, SpeechSettingsError } from '@relato/speech';
import { SettingsError } from '../env.ts';
import { runCommand } from '../run-command.ts';
import { modelUsage, runModelCommand } from './model-commands.ts';

await runCommand({
  usage: modelUsage,
  run: runModelCommand,
  expected: [ModelError, SettingsError, SpeechSettingsError],
  stopped: 'Stopped. The same command continues there.',
});
