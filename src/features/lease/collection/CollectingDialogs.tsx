import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { collectionKinds } from '../../../../contract/modules/lease/collection';
import { problemText } from '../../../../contract/schema/messages';
import { recordFields } from '../../../../contract/wire/lease/collecting';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { KeyValues } from '../../../ui/layout/surfaces';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { errorText } from '../../crud/errorText';
import { FieldInput, isGroup } from '../../crud/inputs/inputs';
import { useFormat } from '../../crud/useFormat';
import { type CollectingState, collecting } from './collectingSlice';

const { actions: at } = collecting;
type Name = keyof typeof recordFields;

function RecordFields({ draft, problems }: Pick<CollectingState, 'draft' | 'problems'>) {
  const dispatch = useDispatch();
  const format = useFormat();
  const isPromise = Number(draft.kind) === collectionKinds.promise;
  const names: Name[] = isPromise ? ['kind', 'promiseDate', 'promiseAmount', 'content'] : ['kind', 'content'];
  return names.map((name) => {
    const field = recordFields[name];
    const problem = problems[name];
    return (
      <FormField
        key={name}
        id={`collecting-${name}`}
        layout="above"
        label={textIn(field.label, format.language)}
        required={name === 'content' ? !isPromise : true}
        as={isGroup(field, format) ? 'group' : 'field'}
        {...(problem ? { problem: problemText(field, problem, format.language) } : {})}
      >
        <FieldInput
          name={name}
          field={field}
          draft={draft}
          format={format}
          onType={(change) => dispatch(at.type(change))}
        />
      </FormField>
    );
  });
}

function Assignee({ people, assigneeId }: Pick<CollectingState, 'people' | 'assigneeId'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <FormField
      id="collecting-assignee"
      layout="above"
      label={t('collecting.assignee')}
      help={t('collecting.assigneeHelp')}
    >
      <SelectInput
        value={assigneeId}
        placeholder={t('collecting.unassigned')}
        options={(people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(picked) => dispatch(at.choose(picked))}
      />
    </FormField>
  );
}

/** Where a contact or a promise is recorded, and where orders are assigned. */
export function CollectingDialogs() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { recording, assigning, draft, problems, people, assigneeId, error, isBusy } = useSelector(
    collecting.selectors.all,
  );
  const about = recording ?? assigning;
  if (!about) return null;
  const close = () => dispatch(at.close());
  const send = () => dispatch(at.send());
  return (
    <Dialog
      title={t(recording ? 'collecting.recordTitle' : 'collecting.assignTitle', { name: about.name })}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form="collecting-form" busy={isBusy}>
            {t(recording ? 'collecting.save' : 'collecting.assign')}
          </Button>
        </>
      }
    >
      <Form id="collecting-form" className={arrange.column} onSubmit={send}>
        {error && (
          <MessageBar tone="warning">
            {error.startsWith('*') ? t(error.slice(1) as never) : errorText(t, error)}
          </MessageBar>
        )}
        {recording?.tel && <KeyValues items={[[t('collecting.tel'), recording.tel]]} />}
        {recording ? (
          <RecordFields draft={draft} problems={problems} />
        ) : (
          <Assignee people={people} assigneeId={assigneeId} />
        )}
      </Form>
    </Dialog>
  );
}
