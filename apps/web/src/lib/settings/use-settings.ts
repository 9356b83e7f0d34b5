import { defaultFlags } from '@relato/contract/settings/types';
import type { PublicSettings } from '@relato/contract/settings/types';
import { useEffect } from 'react';
import { trpc } from '../calls/trpc.ts';
import { readRememberedSettings, rememberSettings } from './remembered-settings.ts';

const defaultSettings: PublicSettings = { flags: defaultFlags, transcription: true, oauthProviders: [] };

const usePublicSettings = () => trpc.settings.public.useQuery(undefined, { staleTime: 60_000 });

/** The server's public settings; until it has answered, those of the last visit or the defaults. */
export function useSettings(): PublicSettings {
  const { data } = usePublicSettings();
  useEffect(() => {
    if (data) rememberSettings(data);
  }, [data]);
  return data ?? readRememberedSettings() ?? defaultSettings;
}

/** False while the settings are those of the last visit or the defaults: too little to send somebody away. */
export const useSettled = (): boolean => !usePublicSettings().isPending;
