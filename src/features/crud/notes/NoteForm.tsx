import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { note, remindedPeople } from '../../../../contract/modules/desk/note';
import { Button } from '../../../ui/inputs/buttons';
import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { DateTimeInput } from '../../../ui/inputs/dates';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { MentionArea } from '../../../ui/overlays/MentionArea';
import { useFormat } from '../useFormat';
import styles from './NoteForm.module.css';
import { mentionedIn, type NoteDraft, type NotesState, notes } from './notesSlice';

const { actions: at } = notes;

interface NoteFormProps {
  state: NotesState;
  draft: NoteDraft;
  isEdit: boolean;
  /** Why nothing can be saved. */
  refusal: string | undefined;
}

/** A note that is written or edited, with its mentions and its reminder. */
export function NoteForm({ state, draft, isEdit, refusal }: NoteFormProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const id = useId();
  const { subject, subjectId } = state;
  const of = { subject, subjectId };
  const type = (change: Partial<NoteDraft>) => dispatch(at.typed({ ...of, change, isEdit }));
  const save = () => refusal === undefined && dispatch(at.save({ ...of, isEdit }));
  const isOpen = isEdit || draft.text !== '';
  const hasMentions = mentionedIn(draft).length > 0;
  const { remindTime, remindWhom } = note.fields;
  return (
    <div className={arrange.column}>
      <MentionArea
        label={t(isEdit ? 'notes.edit' : 'notes.write')}
        placeholder={t('notes.placeholder')}
        rows={isOpen ? 4 : 2}
        maxLength={note.fields.content.maxLength ?? 0}
        autoFocus={isEdit}
        value={draft.text}
        people={state.people}
        onChange={(typed) => type({ text: typed })}
        onSeek={(typed) => dispatch(at.seek({ ...of, typed }))}
        onMention={(person) => dispatch(at.mentioned({ ...of, person: { id: person.id, name: person.name }, isEdit }))}
        onSubmit={save}
        words={{
          list: t('notes.people'),
          none: t('notes.nobody'),
          loading: t('notes.seeking'),
          found: (count) => t('notes.found', { count }),
        }}
      />
      {isOpen && (
        <>
          <div className={arrange.row}>
            <Checkbox checked={draft.hasReminder} onChange={(hasReminder) => type({ hasReminder })}>
              {t('notes.remind')}
            </Checkbox>
            {draft.hasReminder && (
              <>
                <span className={styles.time}>
                  <DateTimeInput
                    id={`${id}-time`}
                    aria-label={textIn(remindTime.label, language)}
                    pickLabel={t('notes.pickDay')}
                    value={draft.remindTime}
                    onChange={(time) => type({ remindTime: time })}
                  />
                </span>
                <SelectInput
                  id={`${id}-whom`}
                  aria-label={textIn(remindWhom.label, language)}
                  value={String(draft.remindWhom)}
                  options={Object.entries(remindWhom.choices ?? {}).map(([value, label]) => ({
                    value,
                    label: textIn(label, language),
                    disabled: Number(value) === remindedPeople.mentioned && !hasMentions,
                  }))}
                  onChange={(whom) => type({ remindWhom: Number(whom) })}
                />
              </>
            )}
          </div>
          <div className={`${arrange.row} ${arrange.end}`}>
            <span className={`${text.caption} ${text.grow}`}>{t('notes.keys')}</span>
            {isEdit && <Button onClick={() => dispatch(at.cancel(of))}>{t('ask.cancel')}</Button>}
            <Button
              tone="primary"
              busy={state.isSaving}
              disabledReason={refusal ?? (draft.text.trim() === '' ? t('notes.empty') : undefined)}
              onClick={save}
            >
              {t('notes.save')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
