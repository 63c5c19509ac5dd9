import { label } from '../../../../contract/domain/text';
import { code } from '../../../../contract/modules/develop/code';
import { actionLabel } from '../../../../contract/schema/module';
import { defineFeature } from '../../crud/feature';
import { IconField } from '../../crud/inputs/inputs';
import { AreaInput, MenuInput } from './CodeInputs';
import { codeSaga } from './codeSaga';
import { generator } from './codeSlice';
import { PreviewDialog } from './PreviewDialog';

const { actions: at } = generator;

export const feature = defineFeature(
  code,
  () => ({
    naming: 'codeName',
    columns: ['codeName', 'modelId', 'moduleName', 'area', 'serviceName', 'generatedTime'],
    widths: { codeName: 200, modelId: 180, moduleName: 150, area: 110, serviceName: 160 },
    phone: { codeName: 'name', moduleName: 'code', modelId: 'note', generatedTime: 'date' },
    first: {
      text: label(
        '数据模型可以生成为本产品的源代码模块：选择模型，确定代号，下载 zip，再用 npm run add-module 加入源码。',
        'A data model can become a source module of this product: choose it, name the module, download the zip and add it with npm run add-module.',
      ),
    },
    form: [
      ['modelId'],
      ['codeName', 'moduleName'],
      ['area', 'serviceName'],
      ['menuUnder', 'icon'],
      ['migration'],
      ['remark'],
    ],
    inputs: { area: AreaInput, menuUnder: MenuInput, icon: (props) => <IconField {...props} /> },
    helps: {
      moduleName: label(
        '小写字母、数字和下划线，如 lease_car；文件、数据表和权限以它命名',
        'Small letters, digits and underscores, such as lease_car; files, table and permissions are named by it',
      ),
      area: label('源码中的文件夹，可新建', 'A folder of the sources, also a new one'),
      serviceName: label('接口地址的第一段，如 blade-car', 'First part of the address of its calls, such as blade-car'),
      migration: label(
        '已被占用时，加入源码的脚本会顺延',
        'Where the tree has it already, the script takes the next one',
      ),
    },
    rowActions: [
      {
        key: 'generate',
        label: label(...actionLabel(code.actions.generate)),
        icon: 'arrow-download',
        permission: 'code_generate',
        act: ({ id }) => at.generate([id]),
      },
      {
        key: 'preview',
        label: label('预览', 'Preview'),
        icon: 'eye',
        permission: 'code_generate',
        act: ({ id, codeName }) => at.show({ id, name: codeName }),
      },
      {
        key: 'copy',
        label: label(...actionLabel(code.actions.copy)),
        icon: 'copy',
        permission: 'code_copy',
        act: ({ id }) => at.copy(id),
      },
    ],
    tools: [
      {
        key: 'generateAll',
        label: label(...actionLabel(code.actions.generate)),
        icon: 'arrow-download',
        permission: 'code_generate',
        act: (picked) => at.generate(picked.map(({ id }) => id)),
      },
    ],
    Dialogs: PreviewDialog,
  }),
  (slice) => ({ slices: [generator], saga: codeSaga(slice) }),
);
