import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { workStart } from '../../../../contract/modules/work/workStart';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Card } from '../../../ui/layout/surfaces';
import { focusFirstField } from '../../../ui/overlays/focus';
import { usePageAddress } from '../../crud/links';
import { FormFields } from './FormFields';
import { LeaveDays, Progress, useProcess, Waiting } from './ProcessFrame';
import { formOf, processPages } from './processSlice';

const { actions: at } = processPages;

/** The page on which a process is started. */
export function FormPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { path, state } = useProcess();
  if (!state?.isLoaded) return <Waiting path={path} state={state} />;
  const fields = formOf(state);
  return (
    <Page>
      <Card>
        <RecordHead
          title={state.isLeave ? t('work.leave.title') : (state.parts.start?.name ?? '')}
          back={{ label: t('work.toStart'), to: addressOf({ feature: workStart.name }) }}
          end={
            <Button tone="primary" icon="send" type="submit" form={`start-${path}`} busy={state.deed === 'start'}>
              {t('work.submit')}
            </Button>
          }
        />
        <Form id={`start-${path}`} onSubmit={() => dispatch(at.act({ path, deed: 'start' }))}>
          <span ref={focusFirstField} hidden />
          <FormFields
            fields={fields}
            draft={state.draft}
            problems={state.problems}
            onType={(draft) => dispatch(at.type({ path, draft }))}
          />
          {state.isLeave && <LeaveDays draft={state.draft} />}
          {Object.keys(fields).length === 0 && <p className={arrange.well}>{t('work.noForm')}</p>}
        </Form>
      </Card>
      <Progress path={path} state={state} />
    </Page>
  );
}
