import { defaultFlags } from '@relato/contract/settings/flags';
import { defaultMinimumAge } from '@relato/contract/settings/operator';
import type { PublicSettings } from '@relato/contract/settings/types';
import { useEffect } from 'react';
import { trpc } from '../calls/trpc.ts';
import { readLocalJson, storeLocal } from '../local-storage.ts';

const defaultSettings: PublicSettings = {
  flags: defaultFlags,
  transcription: true,
  oauthProviders: [],
  announcement: null,
  minimumAge: defaultMinimumAge,
};

const usePublicSettings = () => trpc.settings.public.useQuery(undefined, { staleTime: 60_000 });

/** Returns the server's public settings; until they arrive, those of the last visit or the defaults. */
export function useSettings(): PublicSettings {
  const { data } = usePublicSettings();
  useEffect(() => {
    if (data && data !== remembered) storeSettings(data);
  }, [data]);
  return data ?? readStoredSettings() ?? defaultSettings;
}

/** Returns the current announcement of an administrator, and never that of the last visit. */
export const useAnnouncement = () => usePublicSettings().data?.announcement;

/** Returns false while the settings are those of the last visit or the defaults, which must not cause a redirect. */
export const useSettingsLoaded = (): boolean => !usePublicSettings().isPending;

// Stored so that the first paint of the next visit already respects the flags.
const key = 'relato.settings';

function isSettings(value: unknown): value is PublicSettings {
  if (typeof value !== 'object' || value === null) return false;
  const { flags, transcription, oauthProviders, minimumAge } = value as Partial<PublicSettings>; // each part is checked below
  return (
    typeof flags?.recordOnly === 'boolean' &&
    typeof flags.showDownvotes === 'boolean' &&
    typeof transcription === 'boolean' &&
    Array.isArray(oauthProviders) &&
    typeof minimumAge === 'number'
  );
}

let remembered: PublicSettings | null | undefined;

function readStoredSettings(): PublicSettings | null {
  if (remembered === undefined) {
    const value = readLocalJson(key);
    remembered = isSettings(value) ? value : null;
  }
  return remembered;
}

function storeSettings(settings: PublicSettings): void {
  remembered = settings;
  storeLocal(key, JSON.stringify(settings));
}
