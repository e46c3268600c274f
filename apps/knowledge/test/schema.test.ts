import { testSchema } from '@parley/testing';
import { migrations } from '../src/generated/migrations';

testSchema(__dirname, migrations);
