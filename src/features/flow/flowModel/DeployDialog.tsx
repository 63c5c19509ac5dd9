import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { categoryOf } from '../../../../contract/wire/flow';
import { entriesOf } from '../../../store/crud/dict';
import { menu } from '../../../store/navigation/menu';
import { leavePath } from '../../../store/navigation/routes';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { useFormat } from '../../crud/useFormat';
import { NamedInput } from '../designer/NamedInput';
import { deploys } from './deploySlice';
import { Faults } from './Faults';

const { actions: at, selectors: see } = deploys;
const formId = 'deploy-process';

/** Deploys a model, or files; says which elements keep it from running. */
export function DeployDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language, dicts } = useFormat();
  const shown = useSelector(see.shown);
  const flows = useSelector(menu.selectors.flows);
  if (!shown) return null;
  const { model, files, category, tenants, offered, isIncomplete, isBusy, faults, faulty } = shown;
  const isLeave = flows.some(({ code, path }) => code === category && path === leavePath);
  const missing = isIncomplete ? { problem: t('design.needed') } : {};
  const close = () => dispatch(at.close());
  return (
    <Dialog
      title={model ? t('design.deployOf', { name: model.name }) : t('design.upload')}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} busy={isBusy}>
            {t('design.deploy')}
          </Button>
        </>
      }
    >
      <div className={arrange.fields}>
        <Form id={formId} onSubmit={() => dispatch(at.submit())}>
          {!model && (
            <FormField
              layout="above"
              as="group"
              label={t('design.files')}
              required
              {...(files.length === 0 ? missing : {})}
            >
              <span className={arrange.row}>
                <Button icon="folder" onClick={() => dispatch(at.chooseFiles())}>
                  {t('design.choose')}
                </Button>
                <span>{files.map(({ name }) => name).join(', ')}</span>
              </span>
            </FormField>
          )}
          <FormField
            layout="above"
            label={t('design.category')}
            required
            help={isLeave && t('design.leaveCategory')}
            {...(category === '' ? missing : {})}
          >
            <SelectInput
              value={category}
              placeholder={t('design.chooseCategory')}
              onChange={(to) => dispatch(at.choose({ category: to }))}
              options={entriesOf(dicts, 'flow').map((entry) => ({
                value: categoryOf(entry.key),
                label: textIn(entry, language),
              }))}
            />
          </FormField>
          {offered.length > 0 && (
            <FormField layout="above" label={t('design.tenants')} help={t('design.tenantsHelp')}>
              <NamedInput
                codes={tenants}
                offered={offered}
                placeholder={t('design.addTenant')}
                onChange={(to) => dispatch(at.choose({ tenants: to }))}
              />
            </FormField>
          )}
        </Form>
        {faults.length > 0 && (
          <div role="alert" className={arrange.column}>
            <MessageBar tone="danger">
              {t('design.notDeployable', { count: faults.length })}
              {faulty && <span className={text.caption}> {faulty}</span>}
            </MessageBar>
            <Faults faults={faults} {...(model ? { onLocate: (id: string) => dispatch(at.locate(id)) } : {})} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
