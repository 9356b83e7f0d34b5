import { escapeMarkup, operatorFields, type Operator } from '@relato/contract';

/** A legal page as text. `toLegalPage` escapes all of it. */
export interface LegalDocument {
  readonly title: string;
  readonly intro: string;
  readonly parts: readonly LegalPart[];
}

interface LegalPart {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly rows?: readonly (readonly [name: string, value: string])[];
}

/** The facts about this server that the pages state. */
export interface LegalFacts {
  readonly operator: Operator;
  readonly transcriber: 'assemblyai' | 'openai' | 'local' | 'none';
  /** The host of the transcription service, if the operator chose one. */
  readonly speechHost: string | null;
  readonly hasProviders: boolean;
}

/** These enclose missing facts, so that the page marks them. */
const [open, close] = ['\u27E6', '\u27E7'];

/** Returns the fact of the operator in a field, or a mark that it is missing. */
export function say(operator: Operator, field: keyof typeof operatorFields): string {
  const { label, setting } = operatorFields[field];
  return operator[field] ?? `${open}Falta: ${label} (${setting})${close}`;
}

/** Returns a row if the operator has this optional fact. */
export const sayIfAny = (
  operator: Operator,
  name: string,
  field: keyof typeof operatorFields,
): readonly (readonly [string, string])[] => (operator[field] === null ? [] : [[name, say(operator, field)]]);

const toText = (text: string): string =>
  escapeMarkup(text).replaceAll(open, '<mark>').replaceAll(close, '</mark>');

const toPart = ({ title, paragraphs = [], rows = [] }: LegalPart): string => {
  const lines = paragraphs.map((text) => `<p>${toText(text)}</p>`).join('');
  const facts = rows.map(([name, value]) => `<div><dt>${toText(name)}</dt><dd>${toText(value)}</dd></div>`);
  return `<section><h2>${toText(title)}</h2>${lines}${facts.length > 0 ? `<dl>${facts.join('')}</dl>` : ''}</section>`;
};

interface PageOptions {
  readonly reviewedOn: string | null;
  /** The addresses and titles of all pages, and the path of this one. */
  readonly pages: readonly (readonly [path: string, title: string])[];
  readonly path: string;
}

/** Returns the banner of a template without a review, or the date of the review. */
const toReview = (reviewedOn: string | null): string =>
  reviewedOn === null
    ? '<p class="draft"><mark>Modelo por revisar.</mark> Este texto viene con Relato. Quien administra este servidor debe comprobarlo y adaptarlo antes de abrirlo al público.</p>'
    : `<p class="reviewed">Última revisión: ${new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(reviewedOn))}.</p>`;

/** Returns the whole page, which needs no script. */
export function toLegalPage(
  { title, intro, parts }: LegalDocument,
  { reviewedOn, pages, path }: PageOptions,
): string {
  const links = pages.map(
    ([address, name]) =>
      `<li><a href="${address}"${address === path ? ' aria-current="page"' : ''}>${toText(name)}</a></li>`,
  );
  return `<!doctype html><html lang="es"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${toText(title)} – Relato</title><meta name="description" content="${escapeMarkup(intro)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/legal.css"></head><body>
<header><a href="/">Relato</a></header>
<main><h1>${toText(title)}</h1><p class="intro">${toText(intro)}</p>${toReview(reviewedOn)}${parts.map(toPart).join('')}</main>
<nav aria-label="Información legal"><ul>${links.join('')}</ul></nav></body></html>`;
}
