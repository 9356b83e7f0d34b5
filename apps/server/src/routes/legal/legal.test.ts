import { rateLimits, retention, type Operator } from '@relato/contract';
import { expect, it } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp();

const pages = ['aviso', 'condiciones', 'privacidad', 'cookies', 'contacto', 'reclamaciones', 'accesibilidad'];

const whole: Operator = {
  name: 'Voces del Sur, S. L.',
  taxId: 'B00000000',
  address: 'Calle Mayor 1, Cádiz',
  email: 'hola@voces.example',
  phone: '+34 956 000 000',
  registry: 'Registro Mercantil de Cádiz, hoja CA-1',
  dataOfficer: 'dpd@voces.example',
  languages: 'español, portugués',
  hosting: 'Hetzner Online GmbH, Alemania',
  backupDays: '35',
  reviewedOn: '2026-11-29',
  minimumAge: 16,
};

const read = async (page: string, operator: Partial<Operator> = {}, more = {}): Promise<string> => {
  const { operator: first } = test.world.services;
  const app = test.createWith({ operator: { ...first, ...operator }, ...more });
  return (await app.request(`/legal/${page}`)).text();
};

it('names the operator to everyone, without a script and without a session', async () => {
  for (const page of pages) {
    const answer = await test.createWith({ operator: whole }).request(`/legal/${page}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const html = await answer.text();
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/Falta|Modelo por revisar|undefined|null/u);
    expect(html).toContain('Última revisión: 29 de noviembre de 2026.');
    for (const other of [...pages.map((each) => `/legal/${each}`), '/normas'])
      expect(html).toContain(`href="${other}"`);
  }
  const notice = await read('aviso', whole);
  for (const text of [whole.name, whole.taxId, whole.address, whole.email, whole.phone, whole.registry])
    expect(notice).toContain(text);
  expect(notice).toContain('español, portugués');
  expect(await read('condiciones', whole)).toContain('16 años o más');
  expect(await read('contacto', whole)).toContain('dpd@voces.example');
  expect((await test.app.request('/legal/nada')).status).not.toBe(200);
});

it('marks the missing facts, and the text as a template', async () => {
  const notice = await read('aviso');
  expect(notice).toContain('Voces del Sur');
  expect(notice).toContain('<mark>Falta: domicilio (OPERATOR_ADDRESS)</mark>');
  expect(notice).toContain('<mark>Modelo por revisar.</mark>');
  expect(await read('privacidad')).toContain(
    '<mark>Falta: días que se guardan las copias (OPERATOR_BACKUP_DAYS)</mark>',
  );
});

it('shows HTML in a setting as text', async () => {
  const notice = await read('aviso', { name: '<img src=x onerror="alert(1)"> & hijos' });
  expect(notice).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; hijos');
  expect(notice).not.toContain('<img');
});

it('prints every row of the retention, by which the jobs delete', async () => {
  const privacy = await read('privacidad', whole);
  for (const term of Object.values(retention)) {
    const [[unit, count] = []] = Object.entries(term);
    const words = { days: 'días?', hours: 'horas?', minutes: 'minutos?' };
    const number = new Intl.NumberFormat('es-ES').format(Number(count));
    expect(privacy).toMatch(new RegExp(`<dd>${number} ${words[unit as keyof typeof words]}</dd>`, 'u'));
  }
  const rows = privacy.slice(privacy.indexOf('Cuánto tiempo')).split('</section>')[0] ?? '';
  expect(rows.match(/<dt>/g)).toHaveLength(Object.keys(retention).length + 1);
  expect(rows).toContain('<dd>35 días</dd>');
  const longest = Math.max(...Object.values(rateLimits).map(({ windowSeconds }) => windowSeconds));
  expect(retention.networkCount.days * 86_400).toBe(longest);
});

it('names the transcription service of the settings', async () => {
  const { transcriber } = test.world.services;
  const by = (name: typeof transcriber.name) =>
    read('privacidad', whole, { transcriber: { ...transcriber, name } });
  expect(await by('local')).toContain('Tu grabación no sale de él');
  expect(await by('assemblyai')).toContain('AssemblyAI');
  expect(await by('none')).toContain('Este servidor no transcribe');
  const elsewhere = test.createWith(
    { operator: whole, transcriber: { ...transcriber, name: 'openai' } },
    { speechUrl: 'https://voz.example/v1' },
  );
  expect(await (await elsewhere.request('/legal/privacidad')).text()).toContain('(voz.example)');
});

it('names every cookie that the server sets', async () => {
  const page = await read('cookies', whole);
  const names = Object.values(test.world.services.auth.cookies).map(
    (cookie) => cookie.serialize('x').split('=')[0],
  );
  expect(names).toHaveLength(5);
  for (const name of names) expect(page).toContain(`<dt>${name}</dt>`);
});

it('names the three cases in which a moderator hears a story, one of which the operator switches on', async () => {
  const privacy = await read('privacidad', whole);
  for (const moment of ['la reporta', 'palabras de una lista', 'antes de que salga tu primera historia'])
    expect(privacy).toContain(moment);
});

it('redirects the address of earlier releases', async () => {
  const answer = await test.app.request('/privacidad');
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/legal/privacidad']);
});
