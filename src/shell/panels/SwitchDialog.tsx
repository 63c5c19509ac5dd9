import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { switcher } from '../../store/auth/switcher';
import { panel } from '../../store/navigation/panel';
import { Button } from '../../ui/inputs/buttons';
import { SelectInput } from '../../ui/inputs/choices';
import { FormField } from '../../ui/inputs/fields';
import { Form } from '../../ui/layout/Form';
import { Dialog } from '../../ui/overlays/Dialog';
import { EmptyState } from '../../ui/overlays/messages';

const formId = 'switch-form';

/** Users with several departments or roles choose the active ones. */
export function SwitchDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { choices, picked, problems, isBusy, isCutOff } = useSelector(switcher.selectors.all);
  return (
    <Dialog
      title={t('switcher.title')}
      size={350}
      onClose={() => dispatch(panel.actions.hide())}
      closeLabel={t('frame.close')}
      footer={
        <Button
          tone="primary"
          type="submit"
          form={formId}
          busy={isBusy}
          {...(choices ? {} : { disabledReason: t(isCutOff ? 'inbox.cutOff' : 'frame.loading') })}
        >
          {t('switcher.submit')}
        </Button>
      }
    >
      {isCutOff ? (
        <EmptyState kind="network" title={t('crud.cutOffTitle')} text={t('crud.cutOffText')}>
          <Button icon="arrow-clockwise" onClick={() => dispatch(switcher.actions.retry())}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      ) : (
        <Form id={formId} onSubmit={() => dispatch(switcher.actions.submit())}>
          {(['dept', 'role'] as const).map((name) => (
            <FormField
              key={name}
              layout="above"
              required
              label={t(`switcher.${name}`)}
              {...(problems[name] ? { problem: t(`switcher.${name}Hint`) } : {})}
            >
              <SelectInput
                name={name}
                value={picked[name]}
                disabled={!choices}
                placeholder={choices ? t(`switcher.${name}Hint`) : t('frame.loading')}
                options={(choices?.[name] ?? []).map((one) => ({ value: one.id, label: one.name }))}
                onChange={(id) => dispatch(switcher.actions.pick({ name, id }))}
              />
            </FormField>
          ))}
        </Form>
      )}
    </Dialog>
  );
}
