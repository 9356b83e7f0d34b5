import { defaultFlags } from '@relato/contract/flags';
import type { PublicSettings } from '@relato/contract/settings';
import { useEffect } from 'react';
import { trpc } from '../trpc.ts';
import { readRememberedSettings, rememberSettings } from './remembered-settings.ts';

const defaultSettings: PublicSettings = { flags: defaultFlags, transcription: true, oauthProviders: [] };

/** The server's public settings; until it has answered, those of the last visit or the defaults. */
export function useSettings(): PublicSettings {
  const { data } = trpc.settings.public.useQuery(undefined, { staleTime: 60_000 });
  useEffect(() => {
    if (data) rememberSettings(data);
  }, [data]);
  return data ?? readRememberedSettings() ?? defaultSettings;
}
