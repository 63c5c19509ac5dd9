import { sql } from 'kysely';
import { instantOf } from '../../contract/domain/calendar';
import { textIn } from '../../contract/domain/text';
import { audiences, isWritable, type Notice, notice, noticeStates } from '../../contract/modules/desk/notice';
import { uploads } from '../../contract/wire/profile';
import { findPicture, hold } from '../engine/files/fileLife';
import { announce, notify, withdrawOf } from '../engine/inbox/notify';
import { deptsBelow } from '../engine/rights/scopes';
import { defineServerModule } from '../engine/serverModule';
import { defineTask, sendTask } from '../engine/tasks';
import type { Audience } from '../kernel/bus';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { picturesIn } from '../kernel/html';

/** The stored states of those that the list shows: whether a published notice is out yet depends on the moment. */
const { draft, published, revoked, scheduled } = noticeStates;

function idsOf(joined: string | null): string[] {
  return (joined ?? '').split(',').filter(Boolean);
}

/** The recipients, with the departments that lie below the chosen ones now. */
async function audienceOf(cx: Context, row: Notice): Promise<Audience> {
  if (row.audience !== audiences.chosen) return { audience: 'all' };
  const deptIds = await deptsBelow(cx, idsOf(row.deptIds));
  const [roleIds, userIds] = [idsOf(row.roleIds), idsOf(row.userIds)];
  if (deptIds.length + roleIds.length + userIds.length === 0) refuse('notice.noRecipients');
  return { audience: 'chosen', deptIds, roleIds, userIds };
}

/** Tells open windows that a notice with a later release time is out. */
export const release = defineTask<{ tenantId: string; messageId: string }>({
  name: 'notice.release',
  run: ({ data, work }) => work((cx) => announce(cx, data.messageId)),
});

/** Put the notice into the inboxes of its recipients; with a later release time they see it from then on. */
async function publish(cx: Context, row: Notice) {
  const isLater = row.releaseTime !== null && row.releaseTime > cx.time;
  const messageId = await notify(cx.trx, cx.deps, {
    ...(await audienceOf(cx, row)),
    tenantId: cx.tenantId,
    kind: 'notice',
    title: row.title,
    content: '',
    html: row.content ?? '',
    noticeId: row.id,
    ...(isLater ? { shownFrom: row.releaseTime! } : {}),
  });
  if (isLater) {
    const after = Math.ceil((instantOf(row.releaseTime!) - cx.deps.now()) / 1000);
    await sendTask(cx, release, { messageId }, { after });
  }
  return { status: published, releaseTime: isLater ? row.releaseTime : cx.time };
}

/** The files of the text's pictures live as long as the notice refers to them. */
async function holdPictures(cx: Context, { id, content }: Notice): Promise<void> {
  const { trx, tenantId } = cx;
  const wanted = picturesIn(cx, content ?? '');
  const held = trx.selectFrom('notice_picture').select('attach_id').where('tenant_id', '=', tenantId);
  const before = new Set((await held.where('notice_id', '=', id).execute()).map((row) => row.attach_id));
  for (const one of wanted.filter((other) => !before.has(other))) {
    if (!(await findPicture(cx, one, uploads.editor.types))) refuse('picture.unknownFile');
    await hold(cx, one);
  }
  await sql`
    delete from notice_picture where tenant_id = ${tenantId} and notice_id = ${id}
      and attach_id <> all(${wanted}::bigint[])`.execute(trx);
  if (wanted.length > 0)
    await trx
      .insertInto('notice_picture')
      .values(wanted.map((attachId) => ({ tenant_id: tenantId, notice_id: id, attach_id: attachId })))
      .onConflict((on) => on.doNothing())
      .execute();
}

export default defineServerModule(notice, {
  table: 'notice',
  unstored: ['categoryName'],
  filters: {
    status(value, { time }) {
      const states = Object.values(noticeStates) as number[];
      const state = states.find((one) => String(one) === value) ?? refuse('badParameter', { name: 'status' });
      if (state === scheduled) return sql<boolean>`status = ${published} and release_time > ${time}`;
      return state === published
        ? sql<boolean>`status = ${published} and release_time <= ${time}`
        : sql<boolean>`status = ${state}`;
    },
  },

  async saving(next, _cx, before) {
    if (before && !isWritable(before)) refuse('notice.published');
    const isChosen = next.audience === audiences.chosen;
    return { ...(before ? {} : { status: draft }), ...(isChosen ? {} : { deptIds: '', roleIds: '', userIds: '' }) };
  },
  saved: (row, cx) => holdPictures(cx, row),

  async removing(doomed, cx) {
    const ids = doomed.map(({ id }) => id);
    await withdrawOf(cx, 'notice', ids);
    await sql`
      delete from notice_picture where tenant_id = ${cx.tenantId} and notice_id = any(${ids}::bigint[])`.execute(
      cx.trx,
    );
  },

  showing: (row, { time, language }) => ({
    ...row,
    categoryName: textIn(notice.fields.category.choices?.[String(row.category)], language) ?? '',
    status: row.status === published && (row.releaseTime ?? '') > time ? scheduled : row.status,
  }),

  actions: {
    publish: {
      async run(cx, rows) {
        const changes = new Map<string, Awaited<ReturnType<typeof publish>>>();
        for (const row of rows) changes.set(row.id, await publish(cx, row));
        return changes;
      },
    },
    revoke: {
      async run(cx, rows) {
        await withdrawOf(
          cx,
          'notice',
          rows.map(({ id }) => id),
        );
        return { status: revoked };
      },
    },
  },
});
