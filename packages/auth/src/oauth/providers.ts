import type { OauthProvider } from '@relato/contract';
import { createFacebook } from './facebook.ts';
import { createGoogle } from './google.ts';
import type { Identity } from './identity.ts';

export interface ProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where a stand-in answers instead of the provider, for tests. */
  readonly baseUrl?: string | undefined;
}

export type ProvidersSettings = Readonly<Partial<Record<OauthProvider, ProviderSettings>>>;

/** What binds an answer of a provider to one attempt of one browser. */
export interface Proofs {
  readonly state: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface Provider {
  /** Where the person is asked. */
  readonly createAuthorizationUrl: (proofs: Proofs) => URL;
  /** Who answered. `now` is the present. Throws ProviderError for whatever is not as it must be. */
  readonly requireIdentity: (
    code: string,
    proofs: Pick<Proofs, 'codeVerifier' | 'nonce'>,
    now: Date,
  ) => Promise<Identity>;
}

const makers = { google: createGoogle, facebook: createFacebook } as const;

/** Those that have settings, in the order of the buttons. `publicUrl` is where they send people back to. */
export function createProviders(
  settings: ProvidersSettings,
  publicUrl: string,
): ReadonlyMap<OauthProvider, Provider> {
  const names = ['google', 'facebook'] as const;
  return new Map(
    names.flatMap((name) => {
      const own = settings[name];
      return own ? [[name, makers[name](own, `${publicUrl}/auth/${name}/callback`)] as const] : [];
    }),
  );
}
