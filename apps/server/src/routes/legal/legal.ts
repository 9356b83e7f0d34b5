import type { Services } from '@relato/api';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import type { RoutePolicies } from '../../middleware/authorize-route.ts';
import { toLegalPage, type LegalDocument, type LegalFacts } from './document.ts';
import { toAccessibility, toComplaints, toContact, toNotice } from './operator-pages.ts';
import { toCookies, toPrivacy } from './privacy-pages.ts';
import { toTerms } from './terms-page.ts';

export const legalPolicies = {
  'GET /legal/:page': { description: 'what the operator owes to tell', caller: 'anyone' },
  'GET /privacidad': { description: 'the address of the privacy page in earlier releases', caller: 'anyone' },
} as const satisfies RoutePolicies;

const documents: Readonly<Record<string, (facts: LegalFacts) => LegalDocument>> = {
  aviso: toNotice,
  condiciones: toTerms,
  privacidad: toPrivacy,
  cookies: toCookies,
  contacto: toContact,
  reclamaciones: toComplaints,
  accesibilidad: toAccessibility,
};

interface LegalOptions {
  readonly services: Pick<Services, 'operator' | 'transcriber' | 'auth'>;
  /** The address of the transcription service, if the operator chose one. */
  readonly speechUrl: string | undefined;
}

/** `/legal/{page}`: plain pages without a script, because everyone must be able to read them. */
export function legalRoutes({ services, speechUrl }: LegalOptions): Hono<AppEnv> {
  const { operator, transcriber, auth } = services;
  const facts: LegalFacts = {
    operator,
    transcriber: transcriber.name,
    speechHost: URL.parse(speechUrl ?? '')?.host ?? null,
    hasProviders: auth.oauth.providers.length > 0,
  };
  const made = Object.entries(documents).map(([name, make]) => [`/legal/${name}`, make(facts)] as const);
  const links = [...made.map(([path, { title }]) => [path, title] as const), ['/normas', 'Normas'] as const];
  const pages = new Map<string, string>(
    made.map(([path, document]) => [
      path,
      toLegalPage(document, { reviewedOn: operator.reviewedOn, pages: links, path }),
    ]),
  );
  const routes = new Hono<AppEnv>();
  routes.get('/legal/:page', (c, next) => {
    const page = pages.get(c.req.path);
    if (page === undefined) return next();
    c.header('Cache-Control', cacheRules.app);
    return c.html(page);
  });
  routes.get('/privacidad', (c) => c.redirect('/legal/privacidad', 301));
  return routes;
}
