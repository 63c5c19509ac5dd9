import { param } from '../../contract/modules/param';
import { serve } from '../serve';

export default serve(param, { table: 'sys_param', unique: [['paramKey']] });
