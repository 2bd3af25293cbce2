<?php

// Sends the calls of the client: the API key, time-outs, retries and failures; verifies webhooks.

declare(strict_types=1);

namespace CfdiStamp\Client;

/** Base of every failure. */
abstract class CfdiStampFailure extends \RuntimeException
{
    /** The id of the request in a message finds it in the log of the service. */
    protected static function messageWith(string $message, ?string $requestId): string
    {
        return $requestId === null ? $message : "$message (request $requestId)";
    }
}

/** The service refused the call. There is a class for each code. */
class ServiceFailure extends CfdiStampFailure
{
    /** @var list<Reason> Every finding. Empty if the message is the only one. */
    public readonly array $errors;

    /**
     * @param int $status HTTP status
     * @param float|null $retryAfter seconds after which the call may succeed
     * @param string|null $idempotencyKey key that was sent: repeat the call with it
     * @param string|null $requestId id of the request in the log of the service
     */
    final public function __construct(
        \stdClass $body,
        public readonly int $status,
        public readonly ?float $retryAfter,
        public readonly string $operation,
        public readonly ?string $idempotencyKey,
        public readonly ?string $requestId = null,
    ) {
        parent::__construct(self::messageWith($body->message, $requestId), $body->code);
        $this->errors = array_map(static fn (\stdClass $each) => new Reason($each), $body->errors);
    }
}

/**
 * No response of the service: the connection, the time-out or a proxy. The call may have succeeded.
 */
final class ConnectionFailure extends CfdiStampFailure
{
    /** @param int|null $status HTTP status of a response that is not of the service */
    public function __construct(
        string $message,
        public readonly ?int $status,
        public readonly string $operation,
        public readonly ?string $idempotencyKey,
        public readonly ?string $requestId = null,
    ) {
        parent::__construct(self::messageWith($message, $requestId));
    }
}

/** A webhook that the service did not sign, or not recently. */
final class WebhookFailure extends CfdiStampFailure
{
    /** @param 'headers'|'timestamp'|'signature' $reason */
    public function __construct(public readonly string $reason)
    {
        parent::__construct("the webhook is not valid: $reason");
    }
}

/** A result. `json_encode` writes it as it was received. */
abstract class Result implements \JsonSerializable
{
    public function __construct(private readonly \stdClass $raw)
    {
    }

    public function jsonSerialize(): \stdClass
    {
        return $this->raw;
    }
}

/**
 * Sends calls.
 *
 * @internal
 */
final class Runtime
{
    /** Seconds of the longest `Retry-After` that a call waits for. */
    private const LONGEST_WAIT = 60;
    /** Statuses after which the same call may succeed. */
    private const RETRIED = [429, 500, 502, 503, 504];
    /** Signatures that are compared at most. */
    private const MOST_SIGNATURES = 16;

    private const HEADERS = ['User-Agent: cfdi-stamp-client-php', 'Connection: close'];
    /** A redirect would send the API key to another server. */
    private const CONTEXT = ['protocol_version' => 1.1, 'ignore_errors' => true, 'follow_location' => 0];

    /** @param array<string, array<string, mixed>> $operations */
    public function __construct(
        private readonly string $url,
        #[\SensitiveParameter] private readonly string $key,
        private readonly array $operations,
        private readonly float $timeout,
        private readonly int $retries,
    ) {
        self::requireUrl($url);
        self::requireVisible($key, 'an API key');
    }

    private static function requireUrl(string $url): void
    {
        if (preg_match('~\Ahttps?://[^/]~', $url) !== 1) {
            throw new \InvalidArgumentException('CfdiStamp: the URL must be that of an HTTP server');
        }
    }

    private static function requireVisible(#[\SensitiveParameter] string $text, string $noun): void
    {
        if (preg_match('/\A[!-~]+\z/', $text) !== 1) {
            throw new \InvalidArgumentException("CfdiStamp: $noun must have visible ASCII characters");
        }
    }

    /**
     * Calls an operation.
     *
     * @param array<string, mixed> $given
     * @throws ServiceFailure|ConnectionFailure
     */
    public function call(
        string $name,
        array $given,
        ?float $timeout,
        ?int $retries,
        ?string $idempotencyKey = null,
    ): mixed {
        $operation = $this->operations[$name];
        $key = $operation['takesKey'] ? $idempotencyKey ?? bin2hex(random_bytes(16)) : null;
        [$url, $context] = $this->requestOf($operation, $given, $key);
        return $this->repeat($name, $operation, $url, $context, $key, $timeout, $retries);
    }

    /**
     * Returns the document of a link. Sends no key.
     *
     * @throws ServiceFailure|ConnectionFailure
     */
    public function download(string $url, ?float $timeout, ?int $retries): string
    {
        self::requireUrl($url);
        $operation = ['method' => 'GET', 'answer' => 'bytes'];
        $context = [...self::CONTEXT, 'method' => 'GET', 'header' => self::HEADERS];
        return $this->repeat('download', $operation, $url, $context, null, $timeout, $retries);
    }

    private function repeat(
        string $name,
        array $operation,
        string $url,
        array $context,
        ?string $key,
        ?float $timeout,
        ?int $retries,
    ): mixed {
        $isRepeatable = $operation['method'] === 'GET' || $key !== null;
        for ($attempt = 0; ; $attempt++) {
            try {
                return $this->attempt($name, $operation, $url, $context, $key, $timeout ?? $this->timeout);
            } catch (ServiceFailure|ConnectionFailure $failure) {
                $wait = self::waitAfter($failure, $isRepeatable, $attempt);
                if ($attempt >= ($retries ?? $this->retries) || $wait === null) {
                    throw $failure;
                }
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** @return array{string, array<string, mixed>} URL, and options of the stream */
    private function requestOf(array $operation, array $given, ?string $key): array
    {
        $places = ['path' => [], 'query' => [], 'form' => []];
        foreach ($given as $name => $value) {
            if ($value !== null) {
                $places[$operation['fields'][$name]][$name] = self::textOf($value);
            }
        }
        $path = preg_replace_callback(
            '/\{(\w+)\}/',
            static fn (array $match) => rawurlencode($places['path'][$match[1]]),
            $operation['path'],
        );
        $query = http_build_query($places['query']);
        $headers = ['Accept: application/json', ...self::HEADERS];
        if (!$operation['isOpen']) {
            $headers[] = "X-Api-Key: $this->key";
        }
        if ($key !== null) {
            self::requireVisible($key, 'an idempotency key');
            $headers[] = "Idempotency-Key: $key";
        }
        $context = [...self::CONTEXT, 'method' => $operation['method']];
        if ($operation['method'] === 'POST') {
            $headers[] = 'Content-Type: application/x-www-form-urlencoded';
            $context['content'] = http_build_query($places['form']);
        }
        return [
            rtrim($this->url, '/') . $path . ($query === '' ? '' : "?$query"),
            [...$context, 'header' => $headers],
        ];
    }

    private function attempt(
        string $name,
        array $operation,
        string $url,
        array $context,
        ?string $key,
        float $seconds,
    ): mixed {
        $answer = self::sendQuietly($url, $context, $seconds);
        [$status, $retryAfter, $body, $requestId] = $answer ?? [0, null, '', null];
        $parsed = json_decode($body);
        $isCut = $status < 300 && $operation['answer'] === 'json' && !$parsed instanceof \stdClass;
        if ($answer === null || $isCut) {
            throw new ConnectionFailure('the service did not answer', null, $name, $key);
        }
        if ($status < 300) {
            return ['json' => $parsed, 'bytes' => $body, 'none' => null][$operation['answer']];
        }
        if (!is_int($parsed->code ?? null) || !is_array($parsed->errors ?? null)) {
            throw new ConnectionFailure("HTTP $status, which is not of the service", $status, $name, $key, $requestId);
        }
        $class = Failures::CLASSES[$parsed->code] ?? ServiceFailure::class;
        throw new $class($parsed, $status, $retryAfter, $name, $key, $requestId);
    }

    /** Streams report errors as warnings, which a handler of the program may turn into exceptions. */
    private static function sendQuietly(string $url, array $context, float $seconds): ?array
    {
        set_error_handler(static fn () => true);
        try {
            return self::send($url, $context, $seconds);
        } finally {
            restore_error_handler();
        }
    }

    /**
     * Returns the status, the seconds of `Retry-After`, the body and the id of the request; null
     * without a response that is whole.
     *
     * @return array{int, float|null, string, string|null}|null
     */
    private static function send(string $url, array $context, float $seconds): ?array
    {
        $deadline = microtime(true) + $seconds;
        $stream = fopen($url, 'r', false, stream_context_create(['http' => [...$context, 'timeout' => $seconds]]));
        if ($stream === false) {
            return null;
        }
        try {
            stream_set_blocking($stream, false);
            $body = '';
            while (!feof($stream)) {
                $chunk = (string) fread($stream, 65_536);
                $body .= $chunk;
                if (microtime(true) > $deadline) {
                    return null;
                }
                if ($chunk === '') {
                    // A chunked response is a filtered stream, which stream_select refuses.
                    usleep(5_000);
                }
            }
            $lines = stream_get_meta_data($stream)['wrapper_data'];
        } finally {
            fclose($stream);
        }
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~\AHTTP/\S+ (\d{3})~', $line, $match) === 1) {
                $headers = ['status' => $match[1]];
            } elseif (preg_match('/\A([^:]+):\s*(.*)\z/', $line, $match) === 1) {
                $headers[strtolower($match[1])] = trim($match[2]);
            }
        }
        $isCut = isset($headers['content-length']) && strlen($body) < (int) $headers['content-length'];
        $seconds = self::secondsOf($headers['retry-after'] ?? null);
        return $isCut ? null : [(int) $headers['status'], $seconds, $body, $headers['x-request-id'] ?? null];
    }

    /** Returns the seconds to the next attempt; null when there must be none. */
    private static function waitAfter(ServiceFailure|ConnectionFailure $failure, bool $isRepeatable, int $attempt): ?float
    {
        $backoff = min(8, 0.5 * 2 ** $attempt) * random_int(500, 1000) / 1000;
        if (!$failure instanceof ServiceFailure) {
            return $isRepeatable && ($failure->status ?? 500) >= 500 ? $backoff : null;
        }
        $wait = $failure->retryAfter ?? $backoff;
        $mayRepeat = $isRepeatable ? in_array($failure->status, self::RETRIED, true) : $failure->status === 429;
        return $mayRepeat && $wait <= self::LONGEST_WAIT ? $wait : null;
    }

    /** Seconds of a `Retry-After`: a number, or a date. */
    private static function secondsOf(?string $header): ?float
    {
        if ($header === null || $header === '') {
            return null;
        }
        if (preg_match('/\A[0-9]+\z/', $header) === 1) {
            return (float) $header;
        }
        $at = strtotime($header);
        return $at === false ? null : (float) max(0, $at - time());
    }

    /** Text of a form field: lists with commas, documents as JSON. */
    private static function textOf(mixed $value): string
    {
        return match (true) {
            is_bool($value) => $value ? '1' : '0',
            is_array($value) && array_is_list($value) && $value !== [] => implode(',', $value),
            is_array($value), is_object($value) => json_encode(
                (object) $value,
                JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES,
            ),
            default => (string) $value,
        };
    }

    /**
     * Returns the event of a delivery that was signed recently.
     *
     * @param array<string, string> $headers
     * @param list<string> $secrets
     * @throws WebhookFailure
     */
    public static function verifyDelivery(
        array $headers,
        string $body,
        #[\SensitiveParameter] array $secrets,
        int $now,
        int $tolerance,
    ): \stdClass {
        $lower = array_change_key_case($headers);
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (!is_string($lower[$name] ?? null) || $lower[$name] === '') {
                throw new WebhookFailure('headers');
            }
        }
        ['webhook-id' => $id, 'webhook-timestamp' => $when, 'webhook-signature' => $signatures] = $lower;
        if (preg_match('/\A[0-9]{1,12}\z/', $when) !== 1) {
            throw new WebhookFailure('headers');
        }
        if (abs($now - (int) $when) > $tolerance) {
            throw new WebhookFailure('timestamp');
        }
        $expected = array_map(
            static fn (string $secret) => hash_hmac('sha256', "$id.$when.$body", self::secretBytes($secret), true),
            $secrets,
        );
        $isSigned = false;
        foreach (array_slice(explode(' ', $signatures), 0, self::MOST_SIGNATURES) as $one) {
            $shown = str_starts_with($one, 'v1,') ? base64_decode(substr($one, 3), true) : false;
            foreach ($expected as $each) {
                $isSigned = ($shown !== false && hash_equals($each, $shown)) || $isSigned;
            }
        }
        if (!$isSigned) {
            throw new WebhookFailure('signature');
        }
        return json_decode($body, false, 512, JSON_THROW_ON_ERROR);
    }

    private static function secretBytes(#[\SensitiveParameter] string $secret): string
    {
        $isSecret = preg_match('~\Awhsec_([A-Za-z0-9+/]+={0,2})\z~', $secret, $match) === 1;
        $bytes = $isSecret ? base64_decode($match[1], true) : false;
        if ($bytes === false || strlen($bytes) < 24 || strlen($bytes) > 64) {
            throw new \InvalidArgumentException('a webhook secret must be whsec_ and the Base64 of 24 to 64 bytes');
        }
        return $bytes;
    }
}
