import type { Overview, QueueState, RowCount, SpaceTrend } from '@relato/contract/admin/types';
import { adminLimits } from '@relato/contract/admin/limits';
import { limits } from '@relato/contract/limits';
import { useEffect } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { formatPercent } from '../../../messages/format.ts';
import { operatorText as text } from '../../../messages/operator/overview.ts';
import { Meter } from '../../../ui/meter.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Panel, Stale, Unread } from './panel.tsx';

export function OverviewPart() {
  const overview = trpc.admin.overview.useQuery(undefined, { refetchInterval: limits.refresh.intervalMs });
  const utils = trpc.useUtils();
  // A former administrator leaves the screen once the session has been read again.
  const isForbidden = getErrorCode(overview.error) === 'FORBIDDEN';
  useEffect(() => {
    if (isForbidden) void utils.account.session.invalidate();
  }, [isForbidden, utils]);
  if (overview.data)
    return (
      <div className="grid grid-cols-1 gap-6">
        {overview.isError && <Stale query={overview} />}
        <Numbers {...overview.data} />
        {!overview.isError && (
          <p className="text-sm text-muted">{text.read(new Date(overview.dataUpdatedAt))}</p>
        )}
      </div>
    );
  if (overview.isError) return <QueryFailure title={text.loadFailed} query={overview} />;
  return (
    <output aria-label={text.loading} className="grid gap-6">
      <Skeleton className="h-32 rounded-card!" />
      <Skeleton className="h-32 rounded-card!" />
    </output>
  );
}

function Numbers({ users, stories, moderation, disk, database, trends, engine, queues, backup }: Overview) {
  return (
    <>
      <Panel title={text.users.title}>
        {users ? (
          <dl className="flex flex-wrap gap-x-8 gap-y-3">
            <Figure label={text.users.total} value={users.total} />
            <Figure label={text.users.fresh} value={users.newThisWeek} />
          </dl>
        ) : (
          <Unread text={text.users.failed} />
        )}
      </Panel>
      <Panel title={text.stories.title}>
        {stories ? (
          <dl className="flex flex-wrap gap-x-8 gap-y-3">
            <Figure label={text.stories.public} value={stories.public} />
            <Figure label={text.stories.others} value={stories.others} />
            <Figure label={text.stories.waiting} value={stories.waiting} />
            <Figure label={text.stories.unchecked} value={stories.unchecked} />
          </dl>
        ) : (
          <Unread text={text.stories.failed} />
        )}
      </Panel>
      <Panel title={text.moderation.title}>
        {moderation ? (
          <>
            <p>{text.moderation.report(moderation.oldestReportSeconds)}</p>
            <p>{text.moderation.appeal(moderation.oldestAppealSeconds)}</p>
          </>
        ) : (
          <Unread text={text.moderation.failed} />
        )}
      </Panel>
      <Panel title={text.work.title}>
        {queues ? (
          <dl className="grid gap-3">
            <Queue name={text.work.transcriber(engine)} state={queues.transcriptions} />
            <Queue name={text.work.mails} state={queues.mails} />
            <Queue name={text.work.pushes} state={queues.pushes} />
          </dl>
        ) : (
          <Unread text={text.work.failed} />
        )}
      </Panel>
      <Panel title={text.space.title}>
        {disk ? <Disk {...disk} trend={trends?.disk} /> : <Unread text={text.space.diskFailed} />}
        {database ? (
          <>
            <p className="mt-3">{text.space.database(database.bytes)}</p>
            {trends && (
              <p className="text-sm text-muted">
                {text.space.databaseTrend(trends.database, database.bytes)}
              </p>
            )}
          </>
        ) : (
          <Unread text={text.space.databaseFailed} />
        )}
        {!trends && <Unread text={text.space.trendFailed} />}
      </Panel>
      <Panel title={text.backup.title}>
        {backup ? <Backup {...backup} /> : <Unread text={text.backup.failed} />}
      </Panel>
    </>
  );
}

interface FigureProps {
  readonly label: (value: RowCount) => string;
  readonly value: RowCount;
}

function Figure({ label, value }: FigureProps) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{label(value)}</dt>
      <dd className="font-display text-[1.75rem] leading-tight font-semibold">{text.count(value)}</dd>
    </div>
  );
}

function Queue({ name, state }: { readonly name: string; readonly state: QueueState }) {
  const failures = text.work.failures(state.failed);
  return (
    <div>
      <dt className="font-[650]">{name}</dt>
      <dd className="text-muted">
        {text.work.waiting(state.waiting)}
        {state.oldestSeconds > 0 && ` ${text.work.oldest(state.oldestSeconds)}`}
        {failures !== null && <span className="font-[560] text-voice-strong"> {failures}</span>}
      </dd>
    </div>
  );
}

type DiskProps = NonNullable<Overview['disk']> & { readonly trend: SpaceTrend | undefined };

function Disk({ freeBytes, bytes, trend }: DiskProps) {
  const ratio = bytes === 0 ? 1 : 1 - freeBytes / bytes;
  const isSoon = freeBytes <= (trend?.bytesPerDay ?? 0) * adminLimits.space.soonDays;
  return (
    <>
      <Meter ratio={ratio} label={text.space.meter} valueText={formatPercent(ratio)} className="mb-2 h-2" />
      <p>{text.space.disk(freeBytes, bytes)}</p>
      {trend && (
        <p className={`text-sm ${isSoon ? 'font-[560] text-voice-strong' : 'text-muted'}`}>
          {text.space.diskTrend(trend)}
        </p>
      )}
    </>
  );
}

function Backup({ ageSeconds }: NonNullable<Overview['backup']>) {
  const isOld = ageSeconds === null || ageSeconds >= adminLimits.doctor.backupDays * 86_400;
  return (
    <>
      <p className={isOld ? 'font-[560] text-voice-strong' : ''}>{text.backup.last(ageSeconds)}</p>
      {isOld && <p className="text-sm text-muted">{text.backup.old}</p>}
    </>
  );
}
