import { describe, expect, it } from 'vitest';
import { createTranscriber, SpeechSettingsError } from './create-transcriber.ts';

const key = 'a-key';
const baseUrl = 'http://127.0.0.1:9';

describe('createTranscriber', () => {
  it.each([
    [{}, 'local'],
    [{ assemblyaiApiKey: '', baseUrl: ' ' }, 'local'],
    [{ local: false }, 'none'],
    [{ local: false, provider: 'local', model: 'whisper-base' }, 'local'],
    [{ assemblyaiApiKey: key }, 'assemblyai'],
    [{ baseUrl }, 'openai'],
    [{ assemblyaiApiKey: key, baseUrl, apiKey: key }, 'assemblyai'],
    [{ provider: 'openai', assemblyaiApiKey: key, baseUrl }, 'openai'],
    [{ provider: 'local', assemblyaiApiKey: key, baseUrl }, 'local'],
    [{ provider: 'none', assemblyaiApiKey: key, baseUrl }, 'none'],
  ])('chooses the configured provider: %j', (settings, name) => {
    expect(createTranscriber(settings).name).toBe(name);
  });

  it.each([
    [{ provider: 'whisper' }, 'SPEECH_PROVIDER'],
    [{ model: 'Systran/faster-whisper-small' }, 'SPEECH_MODEL'],
    [{ provider: 'local', model: '../../etc/passwd' }, 'SPEECH_MODEL'],
    [{ provider: 'assemblyai' }, 'ASSEMBLYAI_API_KEY'],
    [{ assemblyaiBaseUrl: baseUrl }, 'ASSEMBLYAI_API_KEY'],
    [{ provider: 'openai' }, 'SPEECH_BASE_URL'],
    [{ provider: 'openai', assemblyaiApiKey: key }, 'SPEECH_BASE_URL'],
    [{ apiKey: key }, 'SPEECH_BASE_URL'],
    [{ baseUrl: 'localhost:8000' }, 'SPEECH_BASE_URL'],
    [{ baseUrl: 'http://user:secret@localhost' }, 'SPEECH_BASE_URL'],
    [{ assemblyaiApiKey: key, assemblyaiBaseUrl: 'api' }, 'ASSEMBLYAI_BASE_URL'],
    [{ assemblyaiApiKey: 'a\nsecret' }, 'ASSEMBLYAI_API_KEY'],
    [{ baseUrl, apiKey: 'cañón secret' }, 'SPEECH_API_KEY'],
  ])('throws for %j with one line that names the variable to set', (settings, variable) => {
    expect(() => createTranscriber(settings)).toThrow(SpeechSettingsError);
    expect(() => createTranscriber(settings)).toThrow(new RegExp(`^${variable} [^\\n]+\\.$`, 'u'));
    expect(() => createTranscriber(settings)).not.toThrow('secret');
  });
});
