import { BackHeader } from '../lib/layout/back-header.tsx';
import { LegalLink } from '../lib/layout/legal-link.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { rulesText } from '../messages/rules.ts';

export function RulesScreen() {
  const { title, intro, parts } = rulesText;
  return (
    <Screen label={title} header={<BackHeader title={title} />}>
      <p className="mt-1 mb-5 text-lg text-muted">{intro}</p>
      {parts.map((part) => (
        <section key={part.title} className="mb-5">
          <h2 className="mb-1 text-title">{part.title}</h2>
          <p>{part.text}</p>
        </section>
      ))}
      <LegalLink />
    </Screen>
  );
}
