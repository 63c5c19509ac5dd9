import type { TFunction } from 'i18next';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { countIn } from '../../../../contract/domain/text';
import { type Note, note } from '../../../../contract/modules/desk/note';
import type { Module } from '../../../../contract/schema/module';
import { clock } from '../../../store/clock';
import { menu, permission } from '../../../store/navigation/menu';
import { session } from '../../../store/session';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { StatusChip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../errorText';
import { minute } from '../history/historyWords';
import { useFormat } from '../useFormat';
import { NoteForm } from './NoteForm';
import styles from './NotesCard.module.css';
import { type NotesState, notes, notesSize } from './notesSlice';

const { actions: at } = notes;

/** The text with the names of the people mentioned highlighted. */
function withMentions({ content, userNames }: Note): ReactNode {
  const names = (userNames ?? '').split(',').filter(Boolean);
  if (names.length === 0) return content;
  // The longest first: one name may begin with another.
  const escaped = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return content.split(new RegExp(`(@(?:${escaped.join('|')}))`)).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
    <Fragment key={index}>{index % 2 === 1 ? <b className={text.brand}>{part}</b> : part}</Fragment>
  ));
}

function ReminderChip({ row, now, t }: { row: Note; now: string; t: TFunction }) {
  if (!row.remindTime) return null;
  const time = minute(row.remindTime);
  if (row.doneTime)
    return (
      <StatusChip tone="quiet" glyph="checkmark-circle">
        {t('notes.done', { time })}
      </StatusChip>
    );
  const isPast = now !== '' && row.remindTime.slice(0, 10) < now;
  return (
    <StatusChip tone={row.remindedTime || isPast ? 'warning' : 'brand'} glyph="clock">
      {t(row.remindedTime ? 'notes.reminded' : 'notes.remindAt', { time })}
    </StatusChip>
  );
}

interface NoteRowProps {
  row: Note;
  state: NotesState;
  /** Why the person may not use a permission. */
  refusal(code: string): string | undefined;
}

function NoteRow({ row, state, refusal }: NoteRowProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const today = useSelector(clock.selectors.today);
  const user = useSelector(session.selectors.user);
  const { subject, subjectId, editing } = state;
  const of = { subject, subjectId };
  const isMine = row.isEditable === 1 || (row.userIds ?? '').split(',').includes(user?.userId ?? '');
  const writer = row.writerName ?? '-';
  const time = minute(row.createTime);
  const named = { writer, time };
  return (
    <li className={styles.note}>
      <header>
        <strong>{writer}</strong>
        <span className={text.caption}>
          <time>{time}</time>
          {row.editedTime && ` · ${t('notes.edited')}`}
        </span>
        <span className={text.grow} />
        {isMine && row.remindTime && !row.doneTime && (
          <IconButton
            icon="checkmark"
            size="small"
            label={t('notes.finish', named)}
            disabledReason={refusal('note_done')}
            onClick={() => dispatch(at.finish({ ...of, id: row.id }))}
          />
        )}
        {row.isEditable === 1 && (
          <IconButton
            icon="edit"
            size="small"
            label={t('notes.editThis', named)}
            disabledReason={refusal(note.permission('update'))}
            onClick={() => dispatch(at.edit({ ...of, note: row }))}
          />
        )}
        {row.isRemovable === 1 && (
          <IconButton
            icon="delete"
            size="small"
            label={t('notes.removeThis', named)}
            disabledReason={refusal(note.permission('remove'))}
            onClick={() => dispatch(at.remove({ ...of, id: row.id }))}
          />
        )}
      </header>
      {editing?.id === row.id ? (
        <NoteForm isEdit state={state} draft={editing} refusal={refusal(note.permission('update'))} />
      ) : (
        <>
          <p className={styles.text}>{withMentions(row)}</p>
          <ReminderChip row={row} now={today} t={t} />
        </>
      )}
    </li>
  );
}

/** The pages of the list; none where all notes fit on one. */
function NotePages({ state }: { state: NotesState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { subject, subjectId, current, total } = state;
  const last = Math.ceil(total / notesSize);
  if (last < 2) return null;
  const go = (page: number) => dispatch(at.list({ subject, subjectId, current: page }));
  return (
    <nav className={`${arrange.row} ${arrange.end} ${arrange.noPrint}`} aria-label={t('notes.pages')}>
      <IconButton
        icon="chevron-left"
        size="small"
        label={t('notes.newer')}
        aria-disabled={current <= 1 || undefined}
        onClick={() => current > 1 && go(current - 1)}
      />
      <span className={text.caption}>
        {current} / {last}
      </span>
      <IconButton
        icon="chevron-right"
        size="small"
        label={t('notes.older')}
        aria-disabled={current >= last || undefined}
        onClick={() => current < last && go(current + 1)}
      />
    </nav>
  );
}

/** Notes on a record of a module that takes them, newest first; nothing for people without their menu. */
export function NotesCard({ module, id }: { module: Pick<Module, 'name'>; id: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const of = { subject: module.name, subjectId: id };
  const state = useSelector((root: never) => notes.selectors.of(root, of));
  const codes = useSelector(permission.selectors.codes);
  const isThere = useSelector((root: never) => menu.selectors.pathOf(root, note.name)) !== '';
  if (!isThere) return null;
  if (!state || (!state.rows && state.lost === undefined)) return <CardSkeleton lines={4} />;
  const refusal = (code: string) => (codes[code] ? undefined : t('crud.noRight', { code }));
  const add = refusal(note.permission('add'));
  return (
    <Card title={t('notes.title')} {...(state.total > 0 ? { note: countIn(state.total, language) } : {})}>
      <div className={arrange.column}>
        {add === undefined && <NoteForm state={state} draft={state.draft} isEdit={false} refusal={add} />}
        {state.lost !== undefined ? (
          <EmptyState kind="network" title={errorText(t, state.lost) || t('notes.lost')}>
            <Button icon="arrow-clockwise" onClick={() => dispatch(at.list(of))}>
              {t('frame.retry')}
            </Button>
          </EmptyState>
        ) : state.rows?.length === 0 ? (
          <p className={text.caption}>{t('notes.none')}</p>
        ) : (
          <ul className={arrange.list} aria-busy={state.isBusy || undefined} aria-label={t('notes.title')}>
            {state.rows?.map((row) => (
              <NoteRow key={row.id} row={row} state={state} refusal={refusal} />
            ))}
          </ul>
        )}
        <NotePages state={state} />
      </div>
    </Card>
  );
}
