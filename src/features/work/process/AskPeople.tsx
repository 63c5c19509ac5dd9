import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '../../../ui/inputs/buttons';
import { FormField, TextArea } from '../../../ui/inputs/fields';
import { Form } from '../../../ui/layout/Form';
import { Dialog } from '../../../ui/overlays/Dialog';
import { PeopleInput } from '../../flow/people/PeopleInput';
import { type ProcessState, processPages } from './processSlice';

const { actions: at } = processPages;
const formId = 'ask-people';
const longestComment = 2000;

/** The dialog in which a task is given to another person, or further people are asked for their opinion. */
export function AskPeople({ path, state: { asking, deed } }: { path: string; state: ProcessState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (!asking) return null;
  const { act, people, comment, isPeopleMissing } = asking;
  const close = () => dispatch(at.closeAsking({ path }));
  return (
    <Dialog
      title={t(`work.ask.${act}`)}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} busy={deed === act}>
            {t(`work.act.${act}`)}
          </Button>
        </>
      }
    >
      <p>{t(`work.askText.${act}`)}</p>
      <Form id={formId} onSubmit={() => dispatch(at.act({ path, deed: act }))}>
        <FormField
          id="ask-people-names"
          layout="above"
          label={t(act === 'delegate' ? 'work.person' : 'work.people')}
          required
          {...(isPeopleMissing ? { problem: t('work.choosePerson') } : {})}
        >
          <PeopleInput
            value={people}
            multiple={act === 'addSigner'}
            onPick={(ids) => dispatch(at.answer({ path, people: ids }))}
          />
        </FormField>
        <FormField id="ask-people-comment" layout="above" label={t('work.message')}>
          <TextArea
            value={comment}
            maxLength={longestComment}
            placeholder={t('work.messageHint')}
            onChange={(said) => dispatch(at.answer({ path, comment: said }))}
          />
        </FormField>
      </Form>
    </Dialog>
  );
}
