import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { countIn, textIn } from '../../../../contract/domain/text';
import { tenant } from '../../../../contract/modules/system/tenant';
import { tenantPackage } from '../../../../contract/modules/system/tenantPackage';
import { branchesOf, type TreeNode, treeIndex } from '../../../../contract/schema/tree';
import { choices } from '../../../store/crud/choices';
import { Button } from '../../../ui/inputs/buttons';
import { Checkbox, Radios } from '../../../ui/inputs/choices';
import { DateInput } from '../../../ui/inputs/dates';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { NumberInput } from '../../../ui/inputs/numbers';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { Tree } from '../../../ui/tree/Tree';
import { ChoiceInput, treeWords } from '../../crud/inputs/choiceInputs';
import { optionsOf } from '../../crud/inputs/inputs';
import { OneTimePasswords } from '../../crud/passwords/oneTimePasswords';
import { useFormat } from '../../crud/useFormat';
import styles from './tenantDialogs.module.css';
import {
  type DatasourceDialog,
  hasPlatform,
  type Limits,
  lastMoment,
  menusOfTenants,
  mostAccounts,
  type PackageDialog,
  type SettingDialog,
  type TenantNamed,
  type TenantProblem,
  tenantDialogs,
} from './tenantDialogsSlice';

const { actions: at, selectors: see } = tenantDialogs;
const mostNames = 8;
const formId = 'tenant-dialog';
const isWaiting = new Set(['']);

function Names({ tenants }: { tenants: readonly TenantNamed[] }) {
  return (
    <p>
      {tenants
        .slice(0, mostNames)
        .map(({ tenantName, tenantId }) => `${tenantName} (${tenantId})`)
        .join(' · ')}
      {tenants.length > mostNames && ' …'}
    </p>
  );
}

/** A failed part, with a retry button. */
function Lost() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <MessageBar
      tone="danger"
      action={
        <Button size="small" onClick={() => dispatch(at.retry())}>
          {t('frame.retry')}
        </Button>
      }
    >
      {t('tenantDialogs.lost')}
    </MessageBar>
  );
}

const problemText = {
  notCount: 'tenantDialogs.notCount',
  notTime: 'tenantDialogs.notTime',
  notDomain: 'tenantDialogs.notDomain',
} as const;

function SettingForm({ dialog, problem }: { dialog: SettingDialog; problem: TenantProblem | null }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { fields } = tenant;
  const { draft, mixed, tenants } = dialog;
  const isPlatform = hasPlatform(tenants);
  const type = (change: Partial<Limits>) => dispatch(at.typeLimits(change));
  const judge = () => dispatch(at.judge());
  const noted = (name: keyof Limits, help: string | undefined) => ({
    ...(problem?.on === name
      ? { problem: t(problemText[problem.say], { most: countIn(mostAccounts, format.language) }) }
      : {}),
    ...(help ? { help } : {}),
  });
  const unchanged = (name: keyof Limits) => (mixed[name] ? t('tenantDialogs.mixed') : undefined);
  const ofPlatform = isPlatform ? t('tenantDialogs.platform') : undefined;
  return (
    <>
      <Names tenants={tenants} />
      <FormField
        label={textIn(fields.accountNumber.label, format.language)}
        layout="above"
        as="group"
        {...noted('accountNumber', unchanged('accountNumber') ?? unchanged('isUnlimited'))}
      >
        <div className={`${arrange.row} ${styles.limits}`}>
          <NumberInput
            inputMode="numeric"
            name="accountNumber"
            aria-label={textIn(fields.accountNumber.label, format.language)}
            value={draft.isUnlimited ? '' : draft.accountNumber}
            disabled={draft.isUnlimited}
            placeholder={draft.isUnlimited ? t('tenantDialogs.unlimited') : t('tenantDialogs.enterCount')}
            onChange={(accountNumber) => type({ accountNumber })}
            onBlur={judge}
          />
          <Checkbox id="unlimited" checked={draft.isUnlimited} onChange={(isUnlimited) => type({ isUnlimited })}>
            {t('tenantDialogs.unlimited')}
          </Checkbox>
        </div>
      </FormField>
      <FormField
        label={textIn(fields.expireTime.label, format.language)}
        layout="above"
        as="group"
        {...noted('expireDate', ofPlatform ?? unchanged('expireDate') ?? t('tenantDialogs.expireHelp'))}
      >
        <div className={`${arrange.row} ${styles.limits}`}>
          <DateInput
            name="expireDate"
            aria-label={textIn(fields.expireTime.label, format.language)}
            value={draft.expireDate}
            readOnly={isPlatform}
            pickLabel={t('crud.pick')}
            onChange={(expireDate) => type({ expireDate })}
            onBlur={judge}
          />
          <TextInput
            id="expire-time"
            name="expireTime"
            aria-label={t('tenantDialogs.expireClock')}
            value={draft.expireTime}
            readOnly={isPlatform || draft.expireDate === ''}
            placeholder={lastMoment}
            maxLength={lastMoment.length}
            onChange={(expireTime) => type({ expireTime })}
            onBlur={judge}
          />
          {!isPlatform && (
            <Button size="small" onClick={() => type({ expireDate: '', expireTime: '' })}>
              {t('tenantDialogs.never')}
            </Button>
          )}
        </div>
      </FormField>
      <FormField
        label={textIn(fields.status.label, format.language)}
        layout="above"
        as="group"
        {...noted('status', ofPlatform ?? unchanged('status'))}
      >
        <Radios
          value={draft.status}
          options={optionsOf(fields.status, format)}
          readOnly={isPlatform}
          onChange={(status) => type({ status })}
        />
      </FormField>
      {tenants.length === 1 && (
        <FormField
          label={textIn(fields.domain.label, format.language)}
          layout="above"
          {...noted('domain', t('tenantDialogs.domainHelp'))}
        >
          <TextInput
            name="domain"
            value={draft.domain}
            maxLength={fields.domain.maxLength ?? 255}
            placeholder="https://lease.example.cn"
            onChange={(domain) => type({ domain })}
          />
        </FormField>
      )}
    </>
  );
}

/** The chosen nodes of a tree with their ancestors. */
function onlyAmong(nodes: readonly TreeNode[], ids: ReadonlySet<string>): TreeNode[] {
  return nodes.flatMap(({ children = [], ...node }) => {
    const below = onlyAmong(children, ids);
    return below.length > 0 || ids.has(node.id) ? [{ ...node, hasChildren: below.length > 0, children: below }] : [];
  });
}

function PackageForm({ dialog }: { dialog: PackageDialog }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { nodes, busy, isLost } = useSelector((state: never) => choices.selectors.of(state, menusOfTenants));
  const { packageId, menuIds, folded } = dialog;
  const index = useMemo(
    () => treeIndex(packageId === '' ? nodes : onlyAmong(nodes, new Set(menuIds ?? []))),
    [nodes, packageId, menuIds],
  );
  const opened = useMemo(() => new Set(branchesOf(index).filter((id) => !folded.includes(id))), [index, folded]);
  const label = textIn(tenant.fields.packageId.label, language);
  const isComing = (busy && nodes.length === 0) || (packageId !== '' && menuIds === null);
  return (
    <>
      <Names tenants={[dialog.tenant]} />
      <FormField label={label} layout="above" help={t('tenantDialogs.packageHelp')}>
        <ChoiceInput
          of={tenantPackage.name}
          label={label}
          value={packageId}
          placeholder={t('tenantDialogs.noPackage')}
          onPick={(id) => dispatch(at.pickPackage(id))}
        />
      </FormField>
      {dialog.isLost || isLost ? (
        <Lost />
      ) : (
        <FormField label={t('tenantDialogs.menus')} layout="above" as="group">
          <div className={`${arrange.stack} ${arrange.box} ${styles.menus}`}>
            <Tree
              index={index}
              open={opened}
              onToggle={(id) => dispatch(at.toggleMenu(id))}
              label={t('tenantDialogs.menus')}
              {...(isComing ? { loading: isWaiting } : {})}
              words={{ ...treeWords(t), added: '', removed: '' }}
            />
          </div>
        </FormField>
      )}
    </>
  );
}

function DatasourceForm({ dialog }: { dialog: DatasourceDialog }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { options, datasourceId } = dialog;
  return (
    <>
      <Names tenants={[dialog.tenant]} />
      {dialog.isLost ? (
        <Lost />
      ) : options === null ? (
        <CardSkeleton lines={2} />
      ) : options.length === 0 ? (
        <MessageBar tone="info">{t('tenantDialogs.noDatasource')}</MessageBar>
      ) : (
        <FormField
          label={textIn(tenant.fields.datasourceId.label, language)}
          layout="above"
          as="group"
          help={t('tenantDialogs.datasourceHelp')}
        >
          <Radios
            value={datasourceId}
            options={[
              { value: '', label: t('tenantDialogs.ownDatabase') },
              ...options.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => dispatch(at.pickDatasource(id))}
          />
        </FormField>
      )}
    </>
  );
}

const titles = {
  setting: 'tenantDialogs.settingTitle',
  package: 'tenantDialogs.packageTitle',
  datasource: 'tenantDialogs.datasourceTitle',
} as const;

/** The open dialog of the tenant list. */
export function TenantDialogs() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { dialog, problem, isSaving } = useSelector(see.all);
  // Without options there is nothing to save.
  const isBare = dialog?.kind === 'datasource' && !dialog.options?.length;
  return (
    <>
      {dialog && (
        <Dialog
          key={dialog.kind}
          title={t(titles[dialog.kind])}
          size={600}
          closeLabel={t('frame.close')}
          onClose={() => dispatch(at.close())}
          footer={
            isBare ? (
              <Button onClick={() => dispatch(at.close())}>{t('frame.close')}</Button>
            ) : (
              <>
                <Button onClick={() => dispatch(at.close())}>{t('ask.cancel')}</Button>
                <Button tone="primary" type="submit" form={formId} busy={isSaving}>
                  {t('crud.save')}
                </Button>
              </>
            )
          }
        >
          <Form id={formId} onSubmit={() => dispatch(at.save())}>
            {dialog.kind === 'setting' && <SettingForm dialog={dialog} problem={problem} />}
            {dialog.kind === 'package' && <PackageForm dialog={dialog} />}
            {dialog.kind === 'datasource' && <DatasourceForm dialog={dialog} />}
          </Form>
        </Dialog>
      )}
      <OneTimePasswords page={tenant.name} />
    </>
  );
}
