import type { OauthProvider } from '@relato/contract';
import { createFacebook } from './facebook.ts';
import { createGoogle } from './google.ts';
import type { Provider, ProviderSettings } from './provider.ts';

export type ProvidersSettings = Readonly<Partial<Record<OauthProvider, ProviderSettings>>>;

const factories = { google: createGoogle, facebook: createFacebook } as const;

/** Creates the configured providers, in the order of the buttons. They redirect back to the origin `publicUrl`. */
export function createProviders(
  settings: ProvidersSettings,
  publicUrl: string,
): ReadonlyMap<OauthProvider, Provider> {
  const names = ['google', 'facebook'] as const;
  return new Map(
    names.flatMap((name) => {
      const own = settings[name];
      return own ? [[name, factories[name](own, `${publicUrl}/auth/${name}/callback`)] as const] : [];
    }),
  );
}
