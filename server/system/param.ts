import { param } from '../../contract/modules/system/param';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(param, { table: 'sys_param', unique: [['paramKey']] });
