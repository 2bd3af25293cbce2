<?php

// For programs without Composer: `require 'cfdi-stamp/autoload.php'`.

declare(strict_types=1);

require_once __DIR__ . '/src/Runtime.php';
require_once __DIR__ . '/src/failures.php';
require_once __DIR__ . '/src/results.php';
require_once __DIR__ . '/src/CfdiStamp.php';
