<?php

// Runs the calls of a file, and writes each result or failure as a line of JSON.

declare(strict_types=1);

use CfdiStamp\Client\CfdiStamp;
use CfdiStamp\Client\CfdiStampFailure;
use CfdiStamp\Client\ServiceFailure;
use CfdiStamp\Client\WebhookFailure;

require __DIR__ . '/../php/autoload.php';
error_reporting(E_ALL);
set_error_handler(static fn (int $level, string $message) => throw new ErrorException($message));

const FLAGS = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_LINE_TERMINATORS;
$saved = getenv();

function filled(mixed $value): mixed
{
    global $saved;
    if (is_string($value)) {
        return preg_replace_callback('/\$\{(\w+)\}/', static fn ($match) => $saved[$match[1]], $value);
    }
    return is_array($value) ? array_map('filled', $value) : $value;
}

function at(mixed $value, string $path): mixed
{
    foreach (explode('.', $path) as $part) {
        $value = is_array($value) ? $value[(int) $part] : $value->$part;
    }
    return $value;
}

function perform(array $step): mixed
{
    global $saved;
    $client = new CfdiStamp($step['at'] ?? $saved['URL'], $step['as'] ?? $saved['KEY']);
    $given = filled([...$step['with'] ?? [], ...$step['options'] ?? []]);
    $isVoid = $step['call'] === 'removeWebhook';
    $result = $isVoid ? [$client->{$step['call']}(...$given)][0] : $client->{$step['call']}(...$given);
    return match (true) {
        $result instanceof Generator => array_slice(iterator_to_array($result, false), 0, 50),
        is_string($result) => ['bytes' => strlen($result), 'start' => substr($result, 0, 5)],
        default => $result,
    };
}

function told(CfdiStampFailure $failure): array
{
    $facts = ['failure' => (new ReflectionClass($failure))->getShortName()];
    if ($failure instanceof WebhookFailure) {
        return [...$facts, 'reason' => $failure->reason];
    }
    if ($failure instanceof ServiceFailure) {
        $facts += [
            'code' => $failure->getCode(),
            'message' => $failure->getMessage(),
            'status' => $failure->status,
            'retryAfter' => $failure->retryAfter,
            'errors' => $failure->errors,
        ];
    }
    $facts += ['operation' => $failure->operation, 'idempotencyKey' => $failure->idempotencyKey];
    return [...$facts, 'requestId' => $failure->requestId];
}

foreach (json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR) as $step) {
    try {
        $outcome = perform($step);
        foreach ($step['save'] ?? [] as $name => $path) {
            $saved[$name] = (string) at($outcome, $path);
        }
    } catch (CfdiStampFailure $failure) {
        $outcome = told($failure);
    }
    echo json_encode(['call' => $step['call'], 'outcome' => $outcome], FLAGS), "\n";
}
