import type { UserId } from '@relato/contract/ids';
import { digestRhythms, newsKinds, type NewsSettings as Settings } from '@relato/contract/news/types';
import type { NewsSettingsInput } from '@relato/contract';
import type { ReactNode } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { QueryFailure } from '../../lib/paging/load-failure.tsx';
import { pushText } from '../../messages/bell/push.ts';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PushSwitch } from './push/push-switch.tsx';
import { useSaveSettings } from './use-save-settings.ts';

type Change = Omit<NewsSettingsInput, 'timeZone'>;

/** The quiet hours of a user who has not chosen any. */
const usualQuiet = { from: 22 * 60, until: 8 * 60 };

/** The settings for news outside of the app. Each change is saved at once, and reverted on failure. */
export function NewsSettings({ userId }: { readonly userId: UserId }) {
  const settings = trpc.news.settings.useQuery();
  if (settings.data) return <LoadedSettings userId={userId} settings={settings.data} />;
  if (settings.isError) return <QueryFailure title={pushText.loadFailed} query={settings} />;
  return (
    <div aria-busy="true">
      <output className="sr-only">{pushText.loading}</output>
      <Skeleton className="h-14 w-full" />
    </div>
  );
}

interface LoadedProps {
  readonly userId: UserId;
  readonly settings: Settings;
}

function LoadedSettings({ userId, settings }: LoadedProps) {
  const save = useSaveSettings();
  const change = (changed: Change) => {
    // The quiet hours are in the time zone of the browser.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    save.mutate({ ...changed, timeZone });
  };
  const { silenced } = settings;
  const { kinds } = pushText;
  return (
    <div className="flex flex-col gap-6">
      <PushSwitch userId={userId} pushKey={settings.pushKey} />
      <Group title={kinds.title}>
        {newsKinds.map((kind) => (
          <Switch
            key={kind}
            label={kinds.names[kind]}
            checked={!silenced.includes(kind)}
            onChange={(isOn) => change({ silenced: { [kind]: !isOn } })}
          />
        ))}
      </Group>
      <QuietHours settings={settings} onChange={change} />
      <DigestChoice settings={settings} onChange={change} />
    </div>
  );
}

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset>
    <legend className="font-ui text-sm font-[650] text-muted">{title}</legend>
    {children}
  </fieldset>
);

interface PartProps {
  readonly settings: Settings;
  readonly onChange: (change: Change) => void;
}

const toTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
/** Returns null while the field is incomplete. */
const toMinute = (time: string): number | null => {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute);
};

function QuietHours({ settings: { quiet, timeZone }, onChange }: PartProps) {
  const { title, hint, zone, ...labels } = pushText.quiet;
  return (
    <section>
      <Switch
        label={title}
        hint={hint}
        checked={quiet !== null}
        onChange={(isOn) => onChange({ quiet: isOn ? usualQuiet : null })}
      />
      {quiet && (
        <>
          <div className="mt-2 grid grid-cols-2 gap-2.5">
            {(['from', 'until'] as const).map((end) => (
              <TextField
                key={`${end} ${quiet[end]}`}
                type="time"
                label={labels[end]}
                defaultValue={toTime(quiet[end])}
                onBlur={({ target }) => {
                  const minute = toMinute(target.value);
                  if (minute !== null && minute !== quiet[end])
                    onChange({ quiet: { ...quiet, [end]: minute } });
                }}
              />
            ))}
          </div>
          <p className="mt-1.5 text-sm text-muted">{zone(timeZone.replaceAll('_', ' '))}</p>
        </>
      )}
    </section>
  );
}

function DigestChoice({ settings: { digest, email }, onChange }: PartProps) {
  const { title, hint, none, never, rhythms } = pushText.digest;
  if (email === null)
    return (
      <section>
        <h3 className="font-ui text-sm font-[650] text-muted">{title}</h3>
        <p className="mt-1">{none}</p>
      </section>
    );
  return (
    <Group title={title}>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{hint(email)}</p>
      {[null, ...digestRhythms].map((rhythm) => (
        <label key={rhythm} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="digest"
            className="size-5 accent-voice"
            checked={digest === rhythm}
            onChange={() => onChange({ digest: rhythm })}
          />
          {rhythm === null ? never : rhythms[rhythm]}
        </label>
      ))}
    </Group>
  );
}
